package com.example.field;

import net.minecraft.client.Minecraft;
import net.minecraftforge.fml.common.Mod;

@Mod("start")
public class Start {
    static final Keys KEYS = new Keys();
}

class Keys {
    final Object client = Minecraft.getInstance();
}
