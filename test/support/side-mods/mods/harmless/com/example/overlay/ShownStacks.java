package com.example.overlay;

import net.minecraft.client.Minecraft;
import net.minecraft.world.item.ItemStack;

class ShownStacks {
    int countOf(ItemStack stack) {
        return Minecraft.getInstance() == null ? 0 : stack.count;
    }
}
