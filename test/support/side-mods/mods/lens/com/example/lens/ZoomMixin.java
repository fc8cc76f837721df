package com.example.lens;

import net.minecraft.class_310;
import org.spongepowered.asm.mixin.Mixin;

@Mixin(class_310.class)
class ZoomMixin {}
