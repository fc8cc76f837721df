package com.example.user;

import net.minecraftforge.fml.common.Mod;

@Mod("user")
public class User {
    public User() {
        Parts.make();
    }
}
