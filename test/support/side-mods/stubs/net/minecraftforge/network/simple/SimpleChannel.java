package net.minecraftforge.network.simple;

public class SimpleChannel {
}
