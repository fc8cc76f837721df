package com.example.overlay;

import net.minecraft.client.gui.Screen;
import net.minecraft.world.level.Level;
import org.spongepowered.asm.mixin.Mixin;

@Mixin({Level.class, Screen.class})
class BothMixin {
}
