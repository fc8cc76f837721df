package com.example.overlay;

import net.minecraft.network.FriendlyByteBuf;

class Payload {
    void write(FriendlyByteBuf to) {
    }
}
