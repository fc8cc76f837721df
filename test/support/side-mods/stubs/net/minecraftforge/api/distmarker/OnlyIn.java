package net.minecraftforge.api.distmarker;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

@Retention(RetentionPolicy.RUNTIME)
public @interface OnlyIn {
    Dist value();
}
