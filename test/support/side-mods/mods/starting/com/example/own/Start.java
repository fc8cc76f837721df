package com.example.own;

import net.minecraft.client.Minecraft;
import net.minecraftforge.fml.common.Mod;

@Mod("start")
public class Start {
    public Start() {
        prepare();
    }

    private void prepare() {
        register();
    }

    void register() {
        Minecraft.getInstance();
    }
}


