using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using System.Reflection;

namespace FuncLibs.Hosting.Schema;

/// <summary>
/// One property of an option class. A section is an option class, a section list an array of them; values are text,
/// bool, whole and floating numbers, enums, or arrays of these.
/// </summary>
public sealed class OptionNode
{
    private OptionNode(PropertyInfo property, OptionKind kind, Type type)
    {
        Property = property;
        Kind = kind;
        Type = type;
        Rules = [.. property.GetCustomAttributes<ValidationAttribute>(inherit: true)];
        Children = kind is OptionKind.Section or OptionKind.SectionList ? ChildrenOf(type) : [];
    }

    /// <summary>The property, readable and writable.</summary>
    public PropertyInfo Property { get; }

    /// <summary>Name of the property: one part of a key.</summary>
    public string Name => Property.Name;

    /// <summary>Kind of content.</summary>
    public OptionKind Kind { get; }

    /// <summary>Type of the section, of one element, or of the value without its nullability.</summary>
    public Type Type { get; }

    /// <summary>Validation attributes of the property.</summary>
    public IReadOnlyList<ValidationAttribute> Rules { get; }

    /// <summary>Description for the help text: its <see cref="DescriptionAttribute"/>.</summary>
    public string Description => Property.GetCustomAttribute<DescriptionAttribute>()?.Description ?? "";

    /// <summary>Whether the value must not be shown: <see cref="SecretAttribute"/>.</summary>
    public bool IsSecret => Property.IsDefined(typeof(SecretAttribute), inherit: true);

    /// <summary>Options inside a section.</summary>
    public IReadOnlyList<OptionNode> Children { get; }

    /// <summary>The options of a class, in the order of its properties.</summary>
    public static IReadOnlyList<OptionNode> ChildrenOf(Type type) =>
    [
        .. type
            .GetProperties(BindingFlags.Public | BindingFlags.Instance)
            .Where(property => property.CanWrite)
            .Select(Create)
    ];

    private static OptionNode Create(PropertyInfo property)
    {
        Type type = property.PropertyType;
        bool many = type.IsArray;
        Type element = many ? type.GetElementType()! : Nullable.GetUnderlyingType(type) ?? type;
        bool value = ValueText.IsValue(element);
        OptionKind kind = many
            ? value ? OptionKind.ValueList : OptionKind.SectionList
            : value ? OptionKind.Value : OptionKind.Section;
        return new OptionNode(property, kind, element);
    }
}

/// <summary>Kind of content of an option property.</summary>
public enum OptionKind
{
    /// <summary>Further options.</summary>
    Section,

    /// <summary>Numbered sections, `Sources:0`.</summary>
    SectionList,

    /// <summary>One value.</summary>
    Value,

    /// <summary>Values, separated by commas.</summary>
    ValueList,
}
