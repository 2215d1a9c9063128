using System.Globalization;
using FuncLibs.Hosting.Schema;

namespace FuncLibs.Hosting.Configuration;

/// <summary>
/// Writes merged texts into option objects, checks the validation attributes, and lists every effective value.
/// Continues after a fault, so all faults are reported together.
/// </summary>
public sealed class OptionBinder
{
    private readonly IReadOnlyDictionary<string, LayeredValue> _values;
    private readonly ICollection<ConfigurationFault> _faults;
    private readonly List<EffectiveValue> _effective = [];

    /// <summary>Prepares a binder that adds its faults to a list.</summary>
    public OptionBinder(IReadOnlyDictionary<string, LayeredValue> values, ICollection<ConfigurationFault> faults)
    {
        _values = values;
        _faults = faults;
    }

    /// <summary>All keys of the bound objects with their values, in order.</summary>
    public IReadOnlyList<EffectiveValue> Effective => _effective;

    /// <summary>Binds the values to an object that holds the defaults.</summary>
    public void Bind(object target) => BindNodes(target, OptionNode.ChildrenOf(target.GetType()), "");

    private void BindNodes(object target, IReadOnlyList<OptionNode> nodes, string prefix)
    {
        foreach (OptionNode node in nodes)
        {
            string key = prefix + node.Name;
            if (node.Kind == OptionKind.Section)
                BindNodes(SectionOf(target, node), node.Children, key + ":");
            else if (node.Kind == OptionKind.SectionList)
                BindSections(target, node, key);
            else
                BindValue(target, node, key);
        }
    }

    private static object SectionOf(object target, OptionNode node)
    {
        object? section = node.Get(target);
        if (section is null)
            node.Set(target, section = Activator.CreateInstance(node.Type)!);
        return section;
    }

    private void BindSections(object target, OptionNode node, string key)
    {
        var defaults = (Array?)node.Get(target);
        int known = defaults?.Length ?? 0;
        List<int> named = IndexesOf(key);
        int count = Math.Max(known, named.Count == 0 ? 0 : named.Max() + 1);
        Array sections = Array.CreateInstance(node.Type, count);
        for (int i = 0; i < count; i++)
        {
            if (i >= known && !named.Contains(i))
                _faults.Add(
                    new($"{key}:{i}", LayerNames.Default, "is missing", "sections are numbered from 0 without gaps"));
            object section = i < known ? defaults!.GetValue(i)! : Activator.CreateInstance(node.Type)!;
            sections.SetValue(section, i);
            BindNodes(section, node.Children, $"{key}:{i}:");
        }

        node.Set(target, sections);
    }

    private List<int> IndexesOf(string key) =>
    [
        .. _values.Keys
            .Where(name => name.StartsWith(key + ":", StringComparison.OrdinalIgnoreCase))
            .Select(name => int.Parse(name[(key.Length + 1)..].Split(':')[0], CultureInfo.InvariantCulture))
            .Distinct()
    ];

    private void BindValue(object target, OptionNode node, string key)
    {
        LayeredValue? given = _values.GetValueOrDefault(key);
        string layer = given?.Layer ?? LayerNames.Default;
        if (given is null || TrySet(target, node, key, given))
            CheckRules(node, key, layer, node.Get(target));
        string text = ValueText.Format(node.Get(target));
        bool isHidden = node.IsSecret && text.Length > 0;
        _effective.Add(new EffectiveValue(key, isHidden ? SecretAttribute.Redacted : text, layer));
    }

    private bool TrySet(object target, OptionNode node, string key, LayeredValue given)
    {
        string[] texts = node.Kind == OptionKind.ValueList
            ? given.Text.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries)
            : [given.Text];
        Array items = Array.CreateInstance(node.Type, texts.Length);
        for (int i = 0; i < texts.Length; i++)
        {
            if (ValueText.Parse(node.Type, texts[i]) is not { } value)
            {
                _faults.Add(
                    new ConfigurationFault(
                        key, given.Layer, $"'{texts[i]}' is not allowed", ValueText.Allowed(node.Type)));
                return false;
            }

            items.SetValue(value, i);
        }

        node.Set(target, node.Kind == OptionKind.ValueList ? items : items.GetValue(0));
        return true;
    }

    private void CheckRules(OptionNode node, string key, string layer, object? value)
    {
        foreach (RuleFault fault in OptionRules.Check(node, value))
            _faults.Add(new ConfigurationFault(key, layer, fault.What, fault.Allowed));
    }
}

/// <summary>A fault found by a check; the loader adds the layer of the value.</summary>
/// <param name="Key">The key, in the spelling of the option classes.</param>
/// <param name="What">What is wrong, with the value.</param>
/// <param name="Allowed">What is allowed.</param>
public sealed record OptionFault(string Key, string What, string Allowed);

/// <summary>Checks one concern that an attribute cannot express, such as endpoints or two keys together.</summary>
/// <typeparam name="TOptions">The root class of a host's options.</typeparam>
public interface IOptionsCheck<in TOptions>
{
    /// <summary>
    /// Returns every fault of this concern. The options hold values that passed their types and attributes, or
    /// defaults.
    /// </summary>
    IEnumerable<OptionFault> Check(TOptions options);
}
