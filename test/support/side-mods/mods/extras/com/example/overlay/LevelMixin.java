package com.example.overlay;

import net.minecraft.world.level.Level;
import org.spongepowered.asm.mixin.Mixin;

@Mixin(Level.class)
class LevelMixin {
}
