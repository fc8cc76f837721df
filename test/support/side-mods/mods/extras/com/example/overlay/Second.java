package com.example.overlay;

import net.minecraft.client.Minecraft;
import net.minecraft.world.item.ItemStack;
import net.minecraftforge.api.distmarker.Dist;
import net.minecraftforge.fml.common.Mod;
import net.minecraftforge.fml.loading.FMLEnvironment;

@Mod("second")
public class Second {
    public Second() {
        if (FMLEnvironment.dist == Dist.CLIENT) {
            Minecraft.getInstance();
        }
    }

    int countOf(ItemStack stack) {
        return stack.count;
    }
}
