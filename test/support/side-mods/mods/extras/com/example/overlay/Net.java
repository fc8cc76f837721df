package com.example.overlay;

import net.minecraftforge.network.simple.SimpleChannel;

class Net {
    SimpleChannel channel;
}
