package com.example.old;

import net.minecraft.client.Minecraft;
import net.minecraftforge.fml.common.Mod;
import net.minecraftforge.fml.common.event.FMLInitializationEvent;

@Mod(modid = "start")
public class Start {
    public void init(FMLInitializationEvent event) {
        new Keys();
    }
}

class Keys extends net.minecraft.client.gui.Screen {
}
