package net.minecraft.world.item;

public class ItemStack {
    public int count;
}
