using FuncLibs.Web.Accounts;
using Microsoft.AspNetCore.Builder;

namespace FuncLibs.Web.Access;

/// <summary>
/// What a route needs, as metadata of its endpoint. A route without it needs <see cref="Role.View"/> to be read, and
/// <see cref="Role.Control"/> for every other method.
/// </summary>
/// <param name="Role">The role; <see cref="Role.None"/> = everyone may use it.</param>
/// <param name="TakesTokenInAddress">Whether a token may be given as <c>?token=</c>: for viewers that can send no
/// header.</param>
internal sealed record AccessNeed(Role Role, bool TakesTokenInAddress = false);

/// <summary>Says what a route needs.</summary>
internal static class AccessNeeds
{
    /// <summary>A route needs a role.</summary>
    public static TBuilder Needs<TBuilder>(this TBuilder route, Role role, bool takesTokenInAddress = false)
        where TBuilder : IEndpointConventionBuilder => route.WithMetadata(new AccessNeed(role, takesTokenInAddress));
}
