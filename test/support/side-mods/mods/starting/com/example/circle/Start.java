package com.example.circle;

import net.minecraft.client.Minecraft;
import net.minecraftforge.fml.common.Mod;

@Mod("start")
public class Start {
    public Start() {
        One.call();
    }
}

class One {
    static void call() {
        Two.call();
    }
}

class Two {
    static void call() {
        One.call();
        Minecraft.getInstance();
    }
}
