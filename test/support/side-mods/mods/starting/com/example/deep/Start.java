package com.example.deep;

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
        new Three().call();
    }
}

class Three {
    Three() {
        Four.call();
    }

    void call() {
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
        Minecraft.getInstance();
    }
}
