using System.Reflection;
using System.Text.Json.Serialization;
using Simulator.Presets;
using Testing;

namespace Simulator.Tests.Presets;

public sealed class PresetDocumentTests
{
    private static readonly string Page = File.ReadAllText(Repository.PathOf("docs/simulator.md"));

    [Fact]
    public void Document_EveryKeyOfAPreset_IsInIt()
    {
        string[] missing =
        [
            .. Records(typeof(RigPreset)).SelectMany(Keys).Select(key => Camel(key.Name)).Distinct()
                .Where(key => !Page.Contains($"| `{key}` |", StringComparison.Ordinal)),
        ];

        missing.ShouldBeEmpty();
        Records(typeof(RigPreset)).Count.ShouldBeGreaterThan(15);
    }

    [Fact]
    public void Document_EveryPreset_IsInIt() =>
        RigPresets.Names.Where(name => !Page.Contains($"| `{name}` |", StringComparison.Ordinal)).ShouldBeEmpty();

    private static HashSet<Type> Records(Type root)
    {
        var found = new HashSet<Type> { root };
        var open = new Stack<Type>([root]);
        while (open.TryPop(out Type? type))
        {
            foreach (PropertyInfo key in Keys(type))
            {
                Type inner =
                    key.PropertyType.IsGenericType ? key.PropertyType.GetGenericArguments()[0] : key.PropertyType;
                if (inner.Namespace!.StartsWith("Simulator", StringComparison.Ordinal) && !inner.IsEnum
                    && found.Add(inner))
                    open.Push(inner);
            }
        }

        return found;
    }

    private static IEnumerable<PropertyInfo> Keys(Type record) =>
        record.GetProperties(BindingFlags.Public | BindingFlags.Instance)
            .Where(property => property.CanWrite && property.GetCustomAttribute<JsonIgnoreAttribute>() is null);

    private static string Camel(string name) => name == "AD" ? "ad" : char.ToLowerInvariant(name[0]) + name[1..];
}
