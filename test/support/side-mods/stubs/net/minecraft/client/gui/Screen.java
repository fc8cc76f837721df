package net.minecraft.client.gui;

public class Screen {
}
