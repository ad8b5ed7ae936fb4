// The API in words, made from openapi.json: no script of anybody else runs where the tokens are.
const add = (to, tag, text, name) => {
  const made = document.createElement(tag);
  if (text) made.textContent = text;
  if (name) made.className = name;
  to.append(made);
  return made;
};

const resolve = (all, schema) => (schema && schema.$ref ? all.components.schemas[schema.$ref.split('/').pop()] : schema);

fetch('/api/openapi.json').then((reply) => reply.json()).then((all) => {
  const main = document.getElementById('routes');
  for (const [path, routes] of Object.entries(all.paths)) {
    for (const [method, route] of Object.entries(routes)) {
      const part = add(main, 'details');
      const head = add(part, 'summary');
      add(head, 'span', method.toUpperCase(), 'method');
      add(head, 'code', path);
      add(part, 'p', route.description || route.summary || '');
      const list = add(part, 'ul');
      for (const given of route.parameters || []) {
        add(list, 'li', `${given.in} ${given.name}${given.required ? ' (needed)' : ''}: ${given.description || ''}`);
      }
      const body = route.requestBody && Object.values(route.requestBody.content)[0].schema;
      if (body) {
        const schema = resolve(all, body);
        add(part, 'p', schema.description || '');
        add(part, 'pre', JSON.stringify(schema.properties || schema, null, 1));
      }
      add(part, 'p', Object.entries(route.responses).map(([status, told]) => `${status} ${told.description}`).join(' · '));
    }
  }
});
