package com.example.lens;

import net.fabricmc.api.ModInitializer;

public class LensMain implements ModInitializer {
    @Override
    public void onInitialize() {}
}
