using System.Collections.Concurrent;
using System.Runtime.InteropServices;
using PolyType;
using PolyType.Abstractions;

namespace FuncLibs.Objects.Shapes;

/// <summary>
/// Makes the converter of each type from its shape, once. A type that refers to itself gets a stand-in until its
/// converter is made. Any thread.
/// </summary>
/// <param name="shapes">What the types are.</param>
/// <param name="format">Name of the format in messages.</param>
internal abstract class ShapeConverters(ITypeShapeProvider shapes, string format) : TypeShapeVisitor
{
    private readonly ConcurrentDictionary<Type, object> _made = new();

    // What is being made: given out when all of it is.
    private readonly Lock _gate = new();
    private readonly Dictionary<Type, object> _pending = [];
    private int _making;

    /// <inheritdoc/>
    public override object? VisitUnion<TUnion>(IUnionTypeShape<TUnion> unionShape, object? state = null) =>
        throw new NotSupportedException(
            $"{typeof(TUnion)} is one of several types, which has no form in {format} here");

    /// <inheritdoc/>
    public override object? VisitSurrogate<T, TSurrogate>(
        ISurrogateTypeShape<T, TSurrogate> surrogateShape, object? state = null) =>
        throw new NotSupportedException($"{typeof(T)} has a stand-in, which has no form in {format} here");

    /// <inheritdoc/>
    public override object? VisitFunction<TFunction, TArgumentState, TResult>(
        IFunctionTypeShape<TFunction, TArgumentState, TResult> functionShape, object? state = null) =>
        throw new NotSupportedException($"{typeof(TFunction)} is a delegate");

    /// <summary>The converter of a type, from any thread.</summary>
    /// <exception cref="NotSupportedException">There is no shape of it, or it is of a kind without a form.</exception>
    protected object Find<T>()
    {
        if (_made.TryGetValue(typeof(T), out object? known))
            return known;
        if (FindScalar<T>() is { } scalar)
            return scalar;
        if (shapes.GetTypeShape(typeof(T)) is not ITypeShape<T> shape)
            throw new NotSupportedException($"there is no shape of {typeof(T)}");
        lock (_gate)
            return FindOrMake(shape);
    }

    /// <summary>The converter of a type that another one refers to, while that is made.</summary>
    protected object FindOrMake<T>(ITypeShape<T> shape) =>
        _made.TryGetValue(typeof(T), out object? known) ? known : FindScalar<T>() ?? Make(shape);

    /// <summary>The converter of a type of one item; null when it is not of one.</summary>
    protected abstract object? FindScalar<T>();

    /// <summary>A converter that passes on what it gets to one that is not made yet.</summary>
    protected abstract IStandIn CreateStandIn<T>();

    /// <summary>Refuses a collection that is no sequence.</summary>
    /// <exception cref="NotSupportedException">It has several dimensions, or comes asynchronously.</exception>
    protected void CheckIsSequence(IEnumerableTypeShape shape)
    {
        if (shape.Rank > 1 || shape.IsAsyncEnumerable)
            throw new NotSupportedException($"{shape.Type} has no form in {format} here");
    }

    private object Make<T>(ITypeShape<T> shape)
    {
        if (_pending.TryGetValue(typeof(T), out object? begun))
            return begun;
        if (typeof(T) == typeof(object))
            throw new NotSupportedException("what an object is cannot be told from its bytes");
        IStandIn standIn = CreateStandIn<T>();
        _pending.Add(typeof(T), standIn);
        _making++;
        try
        {
            object? converter = shape.Accept(this);
            if (!standIn.TryComplete(converter))
                throw new NotSupportedException($"{typeof(T)} has no form in {format} here");
            _pending[typeof(T)] = converter!;
            if (_making == 1)
            {
                foreach ((Type type, object made) in _pending)
                    _made[type] = made;
            }

            return converter!;
        }
        finally
        {
            if (--_making == 0)
                _pending.Clear();
        }
    }

    /// <summary>How a collection is made of its elements.</summary>
    protected static Func<List<TElement>, TEnumerable> MakerOf<TEnumerable, TElement>(
        IEnumerableTypeShape<TEnumerable, TElement> shape)
    {
        CollectionConstructionOptions<TElement> options = new() { EqualityComparer = SeededComparer<TElement>.Find() };
        switch (shape.ConstructionStrategy)
        {
            case CollectionConstructionStrategy.Mutable:
                var begin = shape.GetDefaultConstructor();
                var append = shape.GetAppender();
                bool isStack = typeof(TEnumerable).IsAssignableTo(typeof(Stack<TElement>))
                    || typeof(TEnumerable).IsAssignableTo(typeof(ConcurrentStack<TElement>));
                return elements =>
                {
                    // The first of a stack is the one that was pushed last.
                    if (isStack)
                        elements.Reverse();
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

    /// <summary>How a dictionary is made of its entries.</summary>
    protected static Func<List<KeyValuePair<TKey, TValue>>, TDictionary> MakerOf<TDictionary, TKey, TValue>(
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
}

/// <summary>The converter of a type that refers to itself, for the time until it is made.</summary>
internal interface IStandIn
{
    /// <summary>Tells the converter, before any of those that refer to it is given out.</summary>
    /// <returns>False when it is none of the type.</returns>
    bool TryComplete(object? converter);
}
