package net.minecraft.client;

public class Minecraft {
    public static Minecraft getInstance() {
        return null;
    }
}
