package net.minecraft.server;

public class MinecraftServer {
}
