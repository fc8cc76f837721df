package com.example.distant;

import net.minecraft.client.Minecraft;
import net.minecraftforge.fml.common.Mod;
import net.minecraftforge.api.distmarker.Dist;
import net.minecraftforge.fml.DistExecutor;

@Mod("start")
public class Start {
    public Start() {
        Sides.onClient();
    }
}

class Sides {
    static void onClient() {
        DistExecutor.unsafeRunWhenOn(Dist.CLIENT, () -> Minecraft.getInstance());
        Client.call();
    }
}

class Client {
    static void call() {
        Minecraft.getInstance();
    }
}
