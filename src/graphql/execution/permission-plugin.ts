import SchemaBuilder, {
  BasePlugin,
  type FieldNullability,
  type InputFieldMap,
  type PothosOutputFieldConfig,
  type RootName,
  type SchemaTypes,
  type TypeParam,
} from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import { type Permission, requirePermission } from '../../access/permissions.ts';
import type { Context } from '../context.ts';
import { expectedFailure } from '../failure.ts';

declare global {
  export namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      permissions: PermissionPlugin<Types>;
    }
    interface RootTypeOptions<Types extends SchemaTypes, Type extends RootName> {
      needs?: Permission;
    }
    interface ObjectTypeOptions<Types extends SchemaTypes, Shape> {
      needs?: Permission;
    }
    interface FieldOptions<
      Types extends SchemaTypes,
      ParentShape,
      Type extends TypeParam<Types>,
      Nullable extends FieldNullability<Type>,
      Args extends InputFieldMap,
      ResolveShape,
      ResolveReturnShape,
    > {
      needs?: Permission;
    }
  }
}

type Resolve = GraphQLFieldResolver<unknown, object, object>;

/**
 * Types and fields declare the right they need; `needs` of a type holds for all of its fields. A request without the
 * right is refused before any other code sees it. A subscription is checked when it begins, not with each event. A
 * mutation returns the refusal as its failure, so that the request's other mutations are still answered.
 */
class PermissionPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(resolve: Resolve, field: PothosOutputFieldConfig<Types>): Resolve {
    if (field.kind === 'Subscription') return resolve;
    return guarded(resolve, this.#neededFor(field), field.kind === 'Mutation' ? expectedFailure : thrown);
  }

  override wrapSubscribe(
    subscribe: Resolve | undefined,
    field: PothosOutputFieldConfig<Types>,
  ): Resolve | undefined {
    return subscribe && guarded(subscribe, this.#neededFor(field), thrown);
  }

  #neededFor({ parentType, pothosOptions: ofField }: PothosOutputFieldConfig<Types>): Permission[] {
    const { pothosOptions: ofType } = this.buildCache.getTypeConfig(parentType);
    return [ofType, ofField].flatMap((options) =>
      'needs' in options && options.needs ? [options.needs] : [],
    );
  }
}

function thrown(refusal: unknown): never {
  throw refusal;
}

function guarded(
  resolve: Resolve,
  needed: readonly Permission[],
  answered: (refusal: unknown) => unknown,
): Resolve {
  if (needed.length === 0) return resolve;
  return (source, args, context, info) => {
    if (!isOurs(context)) throw new TypeError('Nobody is known to ask.');
    const { parts, viewer } = context;
    try {
      for (const permission of needed) requirePermission(parts.access.mode, viewer, permission);
    } catch (refusal) {
      return answered(refusal);
    }
    return resolve(source, args, context, info);
  };
}

function isOurs(context: object): context is Pick<Context, 'parts' | 'viewer'> {
  return 'parts' in context && 'viewer' in context;
}

SchemaBuilder.registerPlugin('permissions', PermissionPlugin);
