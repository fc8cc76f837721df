package com.example.viewer;

import net.fabricmc.api.ModInitializer;

public class Viewer implements ModInitializer {
    @Override
    public void onInitialize() {
        Views.open();
    }
}
