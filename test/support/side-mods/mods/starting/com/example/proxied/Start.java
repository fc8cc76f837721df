package com.example.proxied;

import net.minecraft.client.Minecraft;
import net.minecraftforge.fml.common.Mod;

@Mod("start")
public class Start {
    final Common proxy = new Common();

    public Start() {
        proxy.call();
        Object client = null;
        Minecraft none = (Minecraft) client;
    }
}

class Common {
    void call() {
        Minecraft.getInstance();
    }
}
