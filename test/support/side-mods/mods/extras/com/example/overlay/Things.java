package com.example.overlay;

import net.minecraftforge.registries.DeferredRegister;

class Things {
    DeferredRegister all;
}
