using System.ComponentModel.DataAnnotations;

namespace FuncLibs.Hosting.Schema;

/// <summary>
/// Applies the validation attributes of an option. On a list, attributes of lengths and <see cref="RequiredAttribute"/> see the list,
/// all others each item. An attribute's ErrorMessage, where set, is the text of what is allowed.
/// </summary>
public static class OptionRules
{
    /// <summary>The faults of a value; none when it is allowed.</summary>
    public static IEnumerable<RuleFault> Check(OptionNode node, object? value)
    {
        foreach (ValidationAttribute rule in node.Rules)
        {
            bool whole = value is not Array || rule is RequiredAttribute or MinLengthAttribute or MaxLengthAttribute or LengthAttribute;
            IEnumerable<object?> seen = whole ? [value] : ((Array)value!).Cast<object?>();
            foreach (object? item in seen.Where(item => !rule.IsValid(item)))
                yield return new RuleFault(Describe(rule, item), Allowed(rule));
        }
    }

    /// <summary>What an attribute allows, in words.</summary>
    public static string Allowed(ValidationAttribute rule) => rule switch
    {
        // First, because this one comes with an ErrorMessage of its own that says nothing.
        AllowedValuesAttribute values => "one of " + string.Join(", ", values.Values.Select(ValueText.Format)),
        { ErrorMessage: { } text } => text,
        RangeAttribute range => $"{ValueText.Format(range.Minimum)} to {ValueText.Format(range.Maximum)}",
        RequiredAttribute => "a value must be given",
        RegularExpressionAttribute pattern => $"text that matches {pattern.Pattern}",
        MinLengthAttribute length => $"at least {length.Length} items",
        MaxLengthAttribute length => $"at most {length.Length} items",
        _ => rule.FormatErrorMessage("the value"),
    };

    private static string Describe(ValidationAttribute rule, object? item) =>
        rule is RequiredAttribute ? "is empty" : $"'{ValueText.Format(item)}' is not allowed";
}

/// <summary>What a validation attribute found.</summary>
/// <param name="What">What is wrong, with the value.</param>
/// <param name="Allowed">What is allowed.</param>
public sealed record RuleFault(string What, string Allowed);

/// <summary>
/// Marks an option whose value is never shown: not by `config`, not in logs or messages, not in the host's own configuration. It is only in
/// the option object.
/// </summary>
[AttributeUsage(AttributeTargets.Property)]
public sealed class SecretAttribute : Attribute
{
    /// <summary>What is shown in its place, when there is one.</summary>
    public const string Shown = "(set, not shown)";
}
