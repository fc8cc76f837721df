package com.example.perhaps;

import net.minecraft.client.Minecraft;
import net.minecraftforge.fml.common.Mod;

@Mod("start")
public class Start {
    public Start() {
        if (Boolean.getBoolean("shown")) {
            Minecraft.getInstance();
        }
        switch (Integer.getInteger("shown", 0)) {
            case 1:
                Minecraft.getInstance();
                break;
            default:
        }
        for (int count = 0; count < Integer.getInteger("shown"); count++) {
            Minecraft.getInstance();
        }
    }
}


