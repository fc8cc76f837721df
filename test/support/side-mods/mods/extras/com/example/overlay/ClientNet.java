package com.example.overlay;

import net.minecraft.client.Minecraft;
import net.minecraftforge.network.simple.SimpleChannel;

class ClientNet {
    SimpleChannel channel;
    Minecraft client;
}
