using System.ComponentModel.DataAnnotations;

namespace FuncLibs.Hosting.Schema;

/// <summary>
/// Applies the validation attributes of an option. For a list, length attributes and <see cref="RequiredAttribute"/>
/// apply to the list, all others to each item. The ErrorMessage of an attribute, if set, is the text of what is
/// allowed.
/// </summary>
public static class OptionRules
{
    /// <summary>The faults of a value; none when it is allowed.</summary>
    public static IEnumerable<RuleFault> Check(OptionNode node, object? value)
    {
        foreach (ValidationAttribute rule in node.Rules)
        {
            bool isWhole = value is not Array
                || rule is RequiredAttribute or MinLengthAttribute or MaxLengthAttribute or LengthAttribute;
            IEnumerable<object?> seen = isWhole ? [value] : ((Array)value!).Cast<object?>();
            foreach (object? item in seen.Where(item => !rule.IsValid(item)))
                yield return new RuleFault(Describe(rule, item), Allowed(rule));
        }
    }

    /// <summary>The values that an attribute allows, as text.</summary>
    public static string Allowed(ValidationAttribute rule) => rule switch
    {
        // First, because this attribute has a default ErrorMessage without the values.
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

/// <summary>A fault found by a validation attribute.</summary>
/// <param name="What">What is wrong, with the value.</param>
/// <param name="Allowed">What is allowed.</param>
public sealed record RuleFault(string What, string Allowed);

/// <summary>
/// Marks an option whose value is never shown: not by `config`, not in logs or messages, not in the host's
/// configuration. Only the option object holds it.
/// </summary>
[AttributeUsage(AttributeTargets.Property)]
public sealed class SecretAttribute : Attribute
{
    /// <summary>Shown instead of a value that is set.</summary>
    public const string Redacted = "(set, not shown)";
}
