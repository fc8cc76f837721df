package net.minecraft.world.level;

public class Level {
}
