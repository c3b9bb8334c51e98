// Passkeys exist in secure contexts of newer browsers alone, and belong to a name, never to a bare address: elsewhere
// their forms say so, or do not show.
const named = !/^[\d.]+$|:/.test(location.hostname);
const known = named && window.isSecureContext && "PublicKeyCredential" in window;

for (const form of document.querySelectorAll("[data-passkey]")) {
  const optional = form.hidden;
  form.hidden = optional && !known;
  if (known) continue;
  form.querySelector("[data-passkey-missing]")?.removeAttribute("hidden");
  for (const button of form.querySelectorAll("button")) button.disabled = true;
}

document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  for (const trouble of document.querySelectorAll("[data-passkey-trouble]")) trouble.hidden = false;
});
