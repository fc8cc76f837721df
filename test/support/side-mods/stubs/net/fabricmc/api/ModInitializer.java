package net.fabricmc.api;

public interface ModInitializer {
    void onInitialize();
}
