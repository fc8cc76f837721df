package com.example.lens;

import net.fabricmc.api.ClientModInitializer;
import net.minecraft.class_310;

public class Lens implements ClientModInitializer {
    private static Object client;

    @Override
    public void onInitializeClient() {
        client = class_310.method_1551();
    }
}
