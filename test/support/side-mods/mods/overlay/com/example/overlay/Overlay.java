package com.example.overlay;

import net.minecraftforge.api.distmarker.Dist;
import net.minecraftforge.fml.common.Mod;
import net.minecraftforge.fml.loading.FMLEnvironment;

@Mod("overlay")
public class Overlay {
    public Overlay() {
        if (FMLEnvironment.dist == Dist.CLIENT) {
            Hud.register();
        }
    }
}
