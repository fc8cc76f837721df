package com.example.listener;

import net.minecraft.client.Minecraft;
import net.minecraftforge.fml.common.Mod;

@Mod("start")
public class Start {
    public Start() {
        new Data();
    }
}

class Data extends net.minecraft.client.resources.JsonReloadListener {
}
