package com.example.overlay;

import net.minecraft.client.gui.Screen;
import org.spongepowered.asm.mixin.Mixin;

@Mixin(Screen.class)
class ScreenMixin {
}
