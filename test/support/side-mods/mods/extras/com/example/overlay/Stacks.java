package com.example.overlay;

import net.minecraft.world.item.ItemStack;

class Stacks {
    int countOf(ItemStack stack) {
        return stack.count;
    }
}
