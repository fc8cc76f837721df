package com.example.deeper;

import net.minecraft.client.Minecraft;
import net.minecraftforge.fml.common.Mod;

@Mod("start")
public class Start {
    public Start() {
        One.call();
    }
}

class One {
    static void call() {
        Two.call();
    }
}

class Two {
    static void call() {
        Three.call();
    }
}

class Three {
    static void call() {
        Four.call();
    }
}

class Four {
    static void call() {
        Five.call();
    }
}

class Five {
    static void call() {
        Six.call();
    }
}

class Six {
    static void call() {
        Seven.call();
    }
}

class Seven {
    static void call() {
        Minecraft.getInstance();
    }
}
