using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using System.Reflection;

namespace FuncLibs.Hosting.Schema;

/// <summary>
/// One property of an option class, or one option of a group in it. A section is an option class, a section list an
/// array of them; values are text, bool, whole and floating numbers, enums, or arrays of these.
/// </summary>
public sealed class OptionNode
{
    private readonly PropertyInfo _property;
    private readonly bool _isGrouped;

    private OptionNode(PropertyInfo property, OptionKind kind, Type type)
    {
        _property = property;
        Name = property.Name;
        Kind = kind;
        Type = type;
        Description = property.GetCustomAttribute<DescriptionAttribute>()?.Description ?? "";
        Rules = [.. property.GetCustomAttributes<ValidationAttribute>(inherit: true)];
        IsSecret = property.IsDefined(typeof(SecretAttribute), inherit: true);
        Children = kind is OptionKind.Section or OptionKind.SectionList ? ChildrenOf(type) : [];
    }

    private OptionNode(PropertyInfo property, GroupOption option)
    {
        _property = property;
        _isGrouped = true;
        Name = option.Name;
        Kind = OptionKind.Value;
        Type = option.Type;
        Description = option.Description;
        Rules = option.Rules;
        Children = [];
    }

    /// <summary>Name of the property or of the option of a group: one part of a key.</summary>
    public string Name { get; }

    /// <summary>Kind of content.</summary>
    public OptionKind Kind { get; }

    /// <summary>Type of the section, of one element, or of the value without its nullability.</summary>
    public Type Type { get; }

    /// <summary>Validation attributes.</summary>
    public IReadOnlyList<ValidationAttribute> Rules { get; }

    /// <summary>Description for the help text: its <see cref="DescriptionAttribute"/>.</summary>
    public string Description { get; }

    /// <summary>Whether the value must not be shown: <see cref="SecretAttribute"/>.</summary>
    public bool IsSecret { get; }

    /// <summary>Options inside a section.</summary>
    public IReadOnlyList<OptionNode> Children { get; }

    /// <summary>The value in an object of the option class.</summary>
    public object? Get(object target) =>
        _isGrouped ? ((IOptionGroup)_property.GetValue(target)!)[Name] : _property.GetValue(target);

    /// <summary>Gives an object of the option class a value.</summary>
    public void Set(object target, object? value)
    {
        if (_isGrouped)
            ((IOptionGroup)_property.GetValue(target)!)[Name] = value;
        else
            _property.SetValue(target, value);
    }

    /// <summary>The options of a class, in the order of its properties.</summary>
    public static IReadOnlyList<OptionNode> ChildrenOf(Type type) =>
    [
        .. type
            .GetProperties(BindingFlags.Public | BindingFlags.Instance)
            .SelectMany(property =>
                IsGroup(property) ? Grouped(property) : property.CanWrite ? [Create(property)] : [])
    ];

    private static bool IsGroup(PropertyInfo property) => typeof(IOptionGroup).IsAssignableFrom(property.PropertyType);

    private static IEnumerable<OptionNode> Grouped(PropertyInfo property) =>
        ((IOptionGroup)Activator.CreateInstance(property.PropertyType)!).Options.Select(
            option => new OptionNode(property, option));

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
