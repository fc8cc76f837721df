package net.neoforged.fml.common;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

@Retention(RetentionPolicy.RUNTIME)
public @interface Mod {
    String value();

    net.neoforged.api.distmarker.Dist[] dist() default { net.neoforged.api.distmarker.Dist.CLIENT, net.neoforged.api.distmarker.Dist.DEDICATED_SERVER };
}
