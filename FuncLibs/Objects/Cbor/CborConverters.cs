using System.Collections.Concurrent;
using System.Runtime.InteropServices;
using PolyType;
using PolyType.Abstractions;

namespace FuncLibs.Objects.Cbor;

/// <summary>
/// Makes the converter of each type from its shape, once: System.Formats.Cbor reads and writes items, and knows no
/// objects. Any thread.
/// </summary>
/// <param name="shapes">What the types are.</param>
internal sealed class CborConverters(ITypeShapeProvider shapes) : TypeShapeVisitor
{
    private readonly ConcurrentDictionary<Type, object> _made = new();

    // What is being made: given out when all of it is. One that meets itself gets a stand-in.
    private readonly Lock _gate = new();
    private readonly Dictionary<Type, object> _pending = [];
    private int _making;

    /// <summary>The converter of a type.</summary>
    /// <exception cref="NotSupportedException">There is no shape of it, or it is of a kind without a form.</exception>
    public CborConverter<T> Get<T>()
    {
        if (_made.TryGetValue(typeof(T), out object? known))
            return (CborConverter<T>)known;
        if (CborScalars.Find<T>() is { } scalar)
            return scalar;
        if (shapes.GetTypeShape(typeof(T)) is not ITypeShape<T> shape)
            throw new NotSupportedException($"there is no shape of {typeof(T)}");
        lock (_gate)
            return Of(shape);
    }

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
        if (enumerableShape.Rank > 1 || enumerableShape.IsAsyncEnumerable)
            throw new NotSupportedException($"{typeof(TEnumerable)} has no form in CBOR here");
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
    public override object? VisitUnion<TUnion>(IUnionTypeShape<TUnion> unionShape, object? state = null) =>
        throw new NotSupportedException($"{typeof(TUnion)} is one of several types, which has no form in CBOR here");

    /// <inheritdoc/>
    public override object? VisitSurrogate<T, TSurrogate>(
        ISurrogateTypeShape<T, TSurrogate> surrogateShape, object? state = null) =>
        throw new NotSupportedException($"{typeof(T)} has a stand-in, which has no form in CBOR here");

    /// <inheritdoc/>
    public override object? VisitFunction<TFunction, TArgumentState, TResult>(
        IFunctionTypeShape<TFunction, TArgumentState, TResult> functionShape, object? state = null) =>
        throw new NotSupportedException($"{typeof(TFunction)} is a delegate");

    private CborConverter<T> Of<T>(ITypeShape<T> shape) =>
        _made.TryGetValue(typeof(T), out object? known) ? (CborConverter<T>)known
        : CborScalars.Find<T>() ?? Make(shape);

    private CborConverter<T> Make<T>(ITypeShape<T> shape)
    {
        if (_pending.TryGetValue(typeof(T), out object? begun))
            return (CborConverter<T>)begun;
        if (typeof(T) == typeof(object))
            throw new NotSupportedException("what an object is cannot be told from its bytes");
        CborLater<T> standIn = new();
        _pending.Add(typeof(T), standIn);
        _making++;
        try
        {
            if (shape.Accept(this) is not CborConverter<T> converter)
                throw new NotSupportedException($"{typeof(T)} has no form in CBOR here");
            standIn.Target = converter;
            _pending[typeof(T)] = converter;
            if (_making == 1)
            {
                foreach ((Type type, object made) in _pending)
                    _made[type] = made;
            }

            return converter;
        }
        finally
        {
            if (--_making == 0)
                _pending.Clear();
        }
    }

    private static Func<List<TElement>, TEnumerable> MakerOf<TEnumerable, TElement>(
        IEnumerableTypeShape<TEnumerable, TElement> shape)
    {
        CollectionConstructionOptions<TElement> options = new() { EqualityComparer = SeededComparer<TElement>.Find() };
        switch (shape.ConstructionStrategy)
        {
            case CollectionConstructionStrategy.Mutable:
                var begin = shape.GetDefaultConstructor();
                var append = shape.GetAppender();
                return elements =>
                {
                    TEnumerable made = begin(options);
                    foreach (TElement element in elements)
                        append(ref made, element);
                    return made;
                };
            case CollectionConstructionStrategy.Parameterized:
                var make = shape.GetParameterizedConstructor();
                return elements => make(CollectionsMarshal.AsSpan(elements), options);
            default:
                return _ => throw new NotSupportedException($"{typeof(TEnumerable)} cannot be made");
        }
    }

    private static Func<List<KeyValuePair<TKey, TValue>>, TDictionary> MakerOf<TDictionary, TKey, TValue>(
        IDictionaryTypeShape<TDictionary, TKey, TValue> shape)
        where TKey : notnull
    {
        CollectionConstructionOptions<TKey> options = new() { EqualityComparer = SeededComparer<TKey>.Find() };
        switch (shape.ConstructionStrategy)
        {
            case CollectionConstructionStrategy.Mutable:
                var begin = shape.GetDefaultConstructor();
                var insert = shape.GetInserter(DictionaryInsertionMode.Overwrite);
                return entries =>
                {
                    TDictionary made = begin(options);
                    foreach ((TKey key, TValue value) in entries)
                        insert(ref made, key, value);
                    return made;
                };
            case CollectionConstructionStrategy.Parameterized:
                var make = shape.GetParameterizedConstructor();
                return entries => make(CollectionsMarshal.AsSpan(entries), options);
            default:
                return _ => throw new NotSupportedException($"{typeof(TDictionary)} cannot be made");
        }
    }

    private enum MemberUse
    {
        Get,
        Set,
    }
}
