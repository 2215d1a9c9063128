using FuncLibs.Objects.Shapes;
using PolyType;
using PolyType.Abstractions;

namespace FuncLibs.Objects.Cbor;

/// <summary>
/// The converters of CBOR: System.Formats.Cbor reads and writes items, and knows no objects.
/// </summary>
/// <param name="shapes">What the types are.</param>
internal sealed class CborConverters(ITypeShapeProvider shapes) : ShapeConverters(shapes, "CBOR")
{
    /// <summary>The converter of a type.</summary>
    /// <exception cref="NotSupportedException">There is no shape of it, or it is of a kind without a form.</exception>
    public CborConverter<T> Get<T>() => (CborConverter<T>)Find<T>();

    /// <inheritdoc/>
    public override object? VisitObject<T>(IObjectTypeShape<T> objectShape, object? state = null)
    {
        CborMember<T>[] members =
        [
            .. objectShape.Properties.Where(property => property.HasGetter)
                .Select(property => (CborMember<T>)property.Accept(this, MemberUse.Get)!),
        ];
        if (members.Length == 0 && objectShape.Constructor is null)
            throw new NotSupportedException($"{typeof(T)} has no members and no constructor");
        return new CborObject<T>(members, objectShape.Constructor?.Accept(this, objectShape) as CborMaker<T>);
    }

    /// <inheritdoc/>
    public override object? VisitProperty<TDeclaringType, TPropertyType>(
        IPropertyShape<TDeclaringType, TPropertyType> propertyShape, object? state = null)
    {
        CborConverter<TPropertyType> converter = Of(propertyShape.PropertyType);
        return state is MemberUse.Get
            ? new CborGetter<TDeclaringType, TPropertyType>(propertyShape.Name, propertyShape.GetGetter(), converter)
            : new CborSetter<TDeclaringType, TPropertyType>(propertyShape.GetSetter(), converter);
    }

    /// <inheritdoc/>
    public override object? VisitConstructor<TDeclaringType, TArgumentState>(
        IConstructorShape<TDeclaringType, TArgumentState> constructorShape, object? state = null)
    {
        if (constructorShape.Parameters.Count > 0)
            return new CborByConstructor<TDeclaringType, TArgumentState>(
                constructorShape.GetArgumentStateConstructor(),
                constructorShape.GetParameterizedConstructor(),
                constructorShape.Parameters,
                constructorShape.Parameters.ToDictionary(
                    parameter => parameter.Name,
                    parameter => (CborSlot<TArgumentState>)parameter.Accept(this)!,
                    StringComparer.OrdinalIgnoreCase));
        var declaring = (IObjectTypeShape<TDeclaringType>)state!;
        return new CborBySetters<TDeclaringType>(
            constructorShape.GetDefaultConstructor(),
            declaring.Properties.Where(property => property.HasSetter).ToDictionary(
                property => property.Name,
                property => (CborSlot<TDeclaringType>)property.Accept(this, MemberUse.Set)!));
    }

    /// <inheritdoc/>
    public override object? VisitParameter<TArgumentState, TParameterType>(
        IParameterShape<TArgumentState, TParameterType> parameterShape, object? state = null) =>
        new CborSetter<TArgumentState, TParameterType>(
            parameterShape.GetSetter(), Of(parameterShape.ParameterType));

    /// <inheritdoc/>
    public override object? VisitEnum<TEnum, TUnderlying>(
        IEnumTypeShape<TEnum, TUnderlying> enumShape, object? state = null)
    {
        CborConverter<TUnderlying> number = Of(enumShape.UnderlyingType);
        CborContext none = new(ObjectLimits.Default);
        return new CborScalar<TEnum>(
            (writer, value) => number.Write(writer, (TUnderlying)(object)value, none),
            reader => (TEnum)(object)number.Read(reader, none)!);
    }

    /// <inheritdoc/>
    public override object? VisitOptional<TOptional, TElement>(
        IOptionalTypeShape<TOptional, TElement> optionalShape, object? state = null) =>
        new CborOptional<TOptional, TElement>(
            Of(optionalShape.ElementType),
            optionalShape.GetNoneConstructor(),
            optionalShape.GetSomeConstructor(),
            optionalShape.GetDeconstructor());

    /// <inheritdoc/>
    public override object? VisitEnumerable<TEnumerable, TElement>(
        IEnumerableTypeShape<TEnumerable, TElement> enumerableShape, object? state = null)
    {
        CheckIsSequence(enumerableShape);
        return new CborArray<TEnumerable, TElement>(
            enumerableShape.GetGetEnumerable(), Of(enumerableShape.ElementType), MakerOf(enumerableShape));
    }

    /// <inheritdoc/>
    public override object? VisitDictionary<TDictionary, TKey, TValue>(
        IDictionaryTypeShape<TDictionary, TKey, TValue> dictionaryShape, object? state = null) =>
        new CborMap<TDictionary, TKey, TValue>(
            dictionaryShape.GetGetDictionary(),
            Of(dictionaryShape.KeyType),
            Of(dictionaryShape.ValueType),
            MakerOf(dictionaryShape));

    /// <inheritdoc/>
    protected override object? FindScalar<T>() => CborScalars.Find<T>();

    /// <inheritdoc/>
    protected override IStandIn CreateStandIn<T>() => new CborLater<T>();

    private CborConverter<T> Of<T>(ITypeShape<T> shape) => (CborConverter<T>)FindOrMake(shape);

    private enum MemberUse
    {
        Get,
        Set,
    }
}
