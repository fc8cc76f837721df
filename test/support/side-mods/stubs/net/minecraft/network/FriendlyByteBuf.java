package net.minecraft.network;

public class FriendlyByteBuf {
}
