package com.example.above;

import net.minecraft.client.Minecraft;
import net.minecraftforge.fml.common.Mod;

@Mod("start")
public class Start {
    public Start() {
        new Shown();
    }
}

class Shown extends Window {
}

class Window extends net.minecraft.client.gui.Screen {
}
