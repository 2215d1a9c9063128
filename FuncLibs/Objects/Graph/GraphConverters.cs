using System.ComponentModel.DataAnnotations;
using FuncLibs.Objects.Shapes;
using PolyType;
using PolyType.Abstractions;

namespace FuncLibs.Objects.Graph;

/// <summary>The converters of the graph format.</summary>
/// <param name="shapes">What the types are.</param>
internal sealed class GraphConverters(ITypeShapeProvider shapes) : ShapeConverters(shapes, "the graph format")
{
    /// <summary>The converter of a type.</summary>
    /// <exception cref="NotSupportedException">There is no shape of it, or it is of a kind without a form.</exception>
    public GraphConverter<T> Get<T>() => (GraphConverter<T>)Find<T>();

    /// <inheritdoc/>
    public override object? VisitObject<T>(IObjectTypeShape<T> objectShape, object? state = null)
    {
        if (typeof(T).IsAbstract)
            throw new NotSupportedException($"{typeof(T)} is abstract: what an object is cannot be told from its bytes");
        IPropertyShape[] members = [.. objectShape.Properties.Where(member => !IsUnknown(member))];
        IPropertyShape[] written = [.. members.Where(member => member.HasGetter)];
        if (written.Length == 0 && objectShape.Constructor is null)
            throw new NotSupportedException($"{typeof(T)} has no members and no constructor");
        var unknown = (UnknownAccess<T>?)objectShape.Properties.FirstOrDefault(IsUnknown)?.Accept(this, Use.Unknown);
        return new GraphObject<T>(
            new GraphNames([.. written.Select(member => member.Name)]),
            [.. written.Select(member => (GraphMemberWriter<T>)member.Accept(this, Use.Write)!)],
            (GraphMaker<T>?)objectShape.Constructor?.Accept(this, new Declaring<T>(members, unknown)),
            unknown);
    }

    /// <inheritdoc/>
    public override object? VisitProperty<TDeclaringType, TPropertyType>(
        IPropertyShape<TDeclaringType, TPropertyType> propertyShape, object? state = null)
    {
        if (state is Use.Unknown)
            return new UnknownAccess<TDeclaringType>(
                (Getter<TDeclaringType, UnknownMembers?>)(object)propertyShape.GetGetter(),
                (Setter<TDeclaringType, UnknownMembers?>)(object)propertyShape.GetSetter());
        GraphConverter<TPropertyType> converter = Of(propertyShape.PropertyType);
        if (state is Use.Write)
            return new GraphGetter<TDeclaringType, TPropertyType>(propertyShape.GetGetter(), converter);
        if (propertyShape.HasSetter)
            return SetterOf(
                propertyShape.HasGetter ? propertyShape.GetGetter() : null,
                propertyShape.GetSetter(),
                converter,
                propertyShape.AttributeProvider.IsDefined<RequiredAttribute>());
        return converter is not GraphScalar<TPropertyType> && CanBeFilled(propertyShape.PropertyType)
            ? new GraphFiller<TDeclaringType, TPropertyType>(propertyShape.GetGetter(), converter)
            : new GraphSkipper<TDeclaringType>();
    }

    /// <inheritdoc/>
    public override object? VisitConstructor<TDeclaringType, TArgumentState>(
        IConstructorShape<TDeclaringType, TArgumentState> constructorShape, object? state = null)
    {
        var declaring = (Declaring<TDeclaringType>)state!;
        GraphMemberName[] names = [.. declaring.Members.Select(member => NameOf(member, isRequired: false))];
        GraphMemberReader<TDeclaringType>[] setters =
            [.. declaring.Members.Select(member => (GraphMemberReader<TDeclaringType>)member.Accept(this, Use.Read)!)];
        if (constructorShape.Parameters.Count == 0)
            return new GraphBySetters<TDeclaringType>(
                constructorShape.GetDefaultConstructor(), names, setters, declaring.Unknown);

        if (constructorShape.Parameters.FirstOrDefault(parameter => parameter.IsRequired
            && !declaring.Members.Any(member => IsOf(parameter, member))) is { } unknown)
            throw new NotSupportedException(
                $"the constructor of {typeof(TDeclaringType)} needs '{unknown.Name}', which is none of its members");
        GraphMemberName[] arguments =
        [
            .. declaring.Members.Select(
                member => NameOf(member, FindParameter(member)?.IsRequired ?? false)),
        ];
        return new GraphByConstructor<TDeclaringType, TArgumentState>(
            constructorShape.GetArgumentStateConstructor(),
            constructorShape.GetParameterizedConstructor(),
            arguments,
            [
                .. declaring.Members.Select(member => FindParameter(member) is { } found
                    ? (GraphMemberReader<TArgumentState>)found.Accept(this, member)!
                    : new GraphSkipper<TArgumentState>()),
            ],
            HasSetters(constructorShape) ? setters : null,
            [.. setters.Select(setter => setter as GraphFiller<TDeclaringType>)],
            declaring.Unknown);

        IParameterShape? FindParameter(IPropertyShape member) =>
            constructorShape.Parameters.FirstOrDefault(parameter => parameter.Name == member.Name)
            ?? constructorShape.Parameters.FirstOrDefault(parameter => IsOf(parameter, member));
    }

    /// <inheritdoc/>
    public override object? VisitParameter<TArgumentState, TParameterType>(
        IParameterShape<TArgumentState, TParameterType> parameterShape, object? state = null) =>
        SetterOf(
            null,
            parameterShape.GetSetter(),
            Of(parameterShape.ParameterType),
            ((IPropertyShape)state!).AttributeProvider.IsDefined<RequiredAttribute>());

    /// <inheritdoc/>
    public override object? VisitEnum<TEnum, TUnderlying>(
        IEnumTypeShape<TEnum, TUnderlying> enumShape, object? state = null) =>
        new GraphEnum<TEnum, TUnderlying>(Of(enumShape.UnderlyingType));

    /// <inheritdoc/>
    public override object? VisitOptional<TOptional, TElement>(
        IOptionalTypeShape<TOptional, TElement> optionalShape, object? state = null) =>
        new GraphOptional<TOptional, TElement>(
            Of(optionalShape.ElementType),
            optionalShape.GetNoneConstructor(),
            optionalShape.GetSomeConstructor(),
            optionalShape.GetDeconstructor());

    /// <inheritdoc/>
    public override object? VisitEnumerable<TEnumerable, TElement>(
        IEnumerableTypeShape<TEnumerable, TElement> enumerableShape, object? state = null)
    {
        CheckIsSequence(enumerableShape);
        GraphConverter<TElement> element = Of(enumerableShape.ElementType);
        IPropertyShape? key = (enumerableShape.ElementType as IObjectTypeShape)?.Properties
            .FirstOrDefault(member => member.HasGetter && member.AttributeProvider.IsDefined<KeyAttribute>()
                && IsComparable(member.PropertyType.Type));
        return new GraphList<TEnumerable, TElement>(
            enumerableShape.GetGetEnumerable(),
            element,
            MakerOf(enumerableShape),
            (GraphMerger<TElement>?)key?.Accept(new MergerVisitor(this), element));
    }

    /// <inheritdoc/>
    public override object? VisitDictionary<TDictionary, TKey, TValue>(
        IDictionaryTypeShape<TDictionary, TKey, TValue> dictionaryShape, object? state = null) =>
        new GraphMap<TDictionary, TKey, TValue>(
            dictionaryShape.GetGetDictionary(),
            Of(dictionaryShape.KeyType),
            Of(dictionaryShape.ValueType),
            MakerOf(dictionaryShape));

    /// <inheritdoc/>
    protected override object? FindScalar<T>() => GraphScalars.Find<T>();

    /// <inheritdoc/>
    protected override IStandIn CreateStandIn<T>() => new GraphLater<T>();

    private GraphConverter<T> Of<T>(ITypeShape<T> shape) => (GraphConverter<T>)FindOrMake(shape);

    private static bool IsUnknown(IPropertyShape member) =>
        member.PropertyType.Type == typeof(UnknownMembers) && member is { HasGetter: true, HasSetter: true };

    private static GraphMemberReader<TState> SetterOf<TState, TValue>(
        Getter<TState, TValue>? get, Setter<TState, TValue> set, GraphConverter<TValue> converter, bool isRequired) =>
        (object)set switch
        {
            Setter<TState, double> number => new GraphDoubleSetter<TState>(number),
            Setter<TState, int> number when converter is GraphInt32 => new GraphInt32Setter<TState>(number),
            Setter<TState, string?> text => new GraphTextSetter<TState>(
                (Getter<TState, string?>?)(object?)get, text, isRequired),
            _ => new GraphSetter<TState, TValue>(get, set, converter, isRequired),
        };

    // Parameters are named like members, but for the case of the first letter.
    private static bool IsOf(IParameterShape parameter, IPropertyShape member) =>
        string.Equals(parameter.Name, member.Name, StringComparison.OrdinalIgnoreCase);

    // Others are equal only where they are the same object.
    private static bool IsComparable(Type type) =>
        type.IsValueType || type.IsAssignableTo(typeof(IEquatable<>).MakeGenericType(type));

    // What has no setter can be read into where it is a list, a dictionary, or an object with setters.
    private static bool CanBeFilled(ITypeShape shape) => !shape.Type.IsArray && !shape.Type.IsValueType && shape switch
    {
        IDictionaryTypeShape => IsGeneric(shape.Type, typeof(IDictionary<,>)),
        IEnumerableTypeShape => IsGeneric(shape.Type, typeof(IList<>)),
        IObjectTypeShape { Constructor: { } constructor } => HasSetters(constructor),
        _ => false,
    };

    private static bool HasSetters(IConstructorShape constructor) =>
        constructor.Parameters.All(parameter => parameter.Kind == ParameterKind.MemberInitializer);

    private static bool IsGeneric(Type type, Type definition) => type.GetInterfaces().Append(type).Any(
        one => one.IsGenericType && one.GetGenericTypeDefinition() == definition);

    private static GraphMemberName NameOf(IPropertyShape member, bool isRequired) => new(
        member.Name,
        [.. member.AttributeProvider.GetCustomAttributes<FormerNameAttribute>().Select(former => former.Name)],
        isRequired || member.AttributeProvider.IsDefined<RequiredAttribute>());

    /// <summary>What an object is made from.</summary>
    private sealed record Declaring<T>(IPropertyShape[] Members, UnknownAccess<T>? Unknown);

    /// <summary>Makes the merger of a list from the key of its elements.</summary>
    private sealed class MergerVisitor(GraphConverters converters) : TypeShapeVisitor
    {
        public override object? VisitProperty<TDeclaringType, TPropertyType>(
            IPropertyShape<TDeclaringType, TPropertyType> propertyShape, object? state = null) =>
            Make(
                NameOf(propertyShape, isRequired: false),
                propertyShape.GetGetter(),
                converters.Of(propertyShape.PropertyType),
                (GraphConverter<TDeclaringType>)state!);

        private static GraphMergerByKey<TElement, TKey> Make<TElement, TKey>(
            GraphMemberName member,
            Getter<TElement, TKey> get,
            GraphConverter<TKey> keyConverter,
            GraphConverter<TElement> converter) => new(member, get, keyConverter, converter);
    }

    private enum Use
    {
        Write,
        Read,
        Unknown,
    }
}
